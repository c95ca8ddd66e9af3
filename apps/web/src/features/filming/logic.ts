import { shortestFilm } from '@heartwood/contract/limits';

/** Seconds a film may last. */
export const longestFilm = 600;
/** Seconds before the end at which it is announced. */
const announcedBefore = 30;

/** What browsers record, the best first: of a WebM file that was cut off, everything before can be played. */
const types = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'] as const;

/** Why nothing can be filmed here: not allowed, no camera, another program has it, the browser cannot. */
export type Trouble = 'refused' | 'missing' | 'taken' | 'cannot';

/** What one films with. Without a camera of its own choice it is the one that looks where `facing` says. */
export interface Choice {
  facing: 'user' | 'environment';
  camera?: string;
  microphone?: string;
}

/** The first type that a browser records. @param records whether it does */
export const recordedType = (records: (type: string) => boolean): string | undefined => types.find(records);

/** How a file of a type ends. */
export const endingOf = (type: string): string => (type.startsWith('video/mp4') ? 'mp4' : 'webm');

/** What an error of `getUserMedia` means. */
export function troubleOf(error: unknown): Trouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'cannot';
}

/** What the browser is asked for. A camera that is not there any more is replaced by another one. */
export function constraintsOf({ facing, camera, microphone }: Choice, isSilent = false): MediaStreamConstraints {
  return {
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, ...(camera ? { deviceId: { ideal: camera } } : { facingMode: facing }) },
    audio: !isSilent && { echoCancellation: true, noiseSuppression: true, ...(microphone ? { deviceId: { ideal: microphone } } : {}) },
  };
}

/** The other camera: the one that looks the other way on a phone, the next one in the list elsewhere. */
export function otherCamera(choice: Choice, cameras: readonly Pick<MediaDeviceInfo, 'deviceId'>[], now: MediaTrackSettings): Choice {
  const { camera: _, ...rest } = choice;
  if (now.facingMode === 'user' || now.facingMode === 'environment')
    return { ...rest, facing: now.facingMode === 'user' ? 'environment' : 'user' };
  const next = cameras[(cameras.findIndex(({ deviceId }) => deviceId === now.deviceId) + 1) % cameras.length];
  return next ? { ...rest, camera: next.deviceId } : rest;
}

/** Whether the end is near enough to be announced. */
export const isEnding = (seconds: number): boolean => longestFilm - seconds <= announcedBefore;

/** Milliseconds by which the beginning or the end of a film moves at a time. */
export const trimStep = 500;

/** A part of a film, in milliseconds. */
export interface Part {
  from: number;
  to: number;
}

/** All of a film. @param seconds how long its player says it is */
export const wholeOf = (seconds: number): Part => ({ from: 0, to: Math.floor(seconds * 1_000) });

/** Whether something can be taken away of a film so long. */
export const canBeTrimmed = ({ to }: Part): boolean => to >= shortestFilm + trimStep;

/** Where the last step of a film ends: at its end or a little after it. */
export const lastStep = ({ to }: Part): number => Math.ceil(to / trimStep) * trimStep;

/** Where the two handles are for a part. */
export const handlesOf = ({ from, to }: Part, whole: Part): [number, number] => [from, to >= whole.to ? lastStep(whole) : to];

/** The part between two handles: at least a second, and none of it after the film. */
export function partBetween([first = 0, last = 0]: readonly number[], whole: Part): Part {
  const to = Math.min(last, whole.to);
  const latest = Math.floor((to - shortestFilm) / trimStep) * trimStep;
  return { from: Math.max(0, Math.min(first, latest)), to };
}

/** Whether a part is all there is. */
export const isWhole = ({ from, to }: Part, whole: Part): boolean => from === 0 && to >= whole.to;
