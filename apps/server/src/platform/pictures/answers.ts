import type { Label } from '#platform/labels/label.ts';
import type { PictureKind } from '#platform/file-types/file-types.ts';
import type { Rendition, RenditionName } from './renditions.ts';

/** A request to the sandboxed process: read the size from the header, decode and describe the picture, make renditions, or label one. */
export type Order =
  | { task: 'measure' | 'look'; path: string; kind: PictureKind }
  | { task: 'renditions'; path: string; kind: PictureKind; names: RenditionName[]; isStill: boolean }
  | { task: 'label'; path: string; label: Label; moves: boolean };

/** A picture's size in pixels, after rotation. */
export interface Measured {
  width: number;
  height: number;
}

/** The description of a decoded picture. */
export interface Looked extends Measured {
  thumbhash: string;
  takenAt: Date | null;
}

/** Why a picture is not decoded: it is damaged, or a raw file without a picture inside. */
export type Fault = 'damaged' | 'no-preview';

export type Answer = { measured: Measured } | { looked: Looked } | { renditions: Rendition[] } | { labelled: Buffer } | { fault: Fault };

/** Thrown where a picture has a {@link Fault}. */
export class Faulty extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}
