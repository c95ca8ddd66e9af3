declare module 'heic-decode' {
  /** Decodes the primary picture of a HEIC file to RGBA, upright. */
  export default function decode(given: { buffer: Uint8Array }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
