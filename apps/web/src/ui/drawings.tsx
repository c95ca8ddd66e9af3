import type { ReactNode } from 'react';

/** Drawings of empty states, 160 by 110, in token colours. */
export const drawings = {
  photos: (
    <>
      <rect x="22" y="26" width="66" height="62" rx="10" fill="var(--hw-sunken)" transform="rotate(-8 55 57)" />
      <rect x="58" y="18" width="74" height="70" rx="12" fill="var(--hw-surface)" stroke="var(--hw-line-strong)" strokeWidth="1.6" />
      <path d="M66 76l18-22 13 14 9-9 18 17v4a4 4 0 01-4 4H70a4 4 0 01-4-4z" fill="var(--hw-fir)" opacity=".8" />
      <circle cx="112" cy="40" r="7" fill="var(--hw-resin-fill)" />
    </>
  ),
  sprout: (
    <>
      <path d="M80 92V52" stroke="var(--hw-fir)" strokeWidth="3" strokeLinecap="round" />
      <path d="M80 62c-6-20-20-26-36-26 2 18 14 28 36 26zM80 54c4-22 18-32 38-32 0 20-14 34-38 32z" fill="var(--hw-fir)" opacity=".85" />
      <path d="M44 94c20-8 52-8 72 0" stroke="var(--hw-line-strong)" strokeWidth="2.4" fill="none" strokeLinecap="round" />
    </>
  ),
  chest: (
    <>
      <path d="M34 52h92v36a8 8 0 01-8 8H42a8 8 0 01-8-8z" fill="var(--hw-resin-soft)" stroke="var(--hw-resin)" strokeWidth="2" />
      <path d="M28 40a6 6 0 016-6h92a6 6 0 016 6v12H28z" fill="var(--hw-resin-fill)" />
      <path
        transform="translate(80 24)"
        d="M0-5.4c0 0 0-.1 .1-.4c0-.2 .1-.6 .3-1c.2-.4 .4-1 .8-1.4c.3-.5 .8-1 1.3-1.4c.6-.4 1.2-.8 1.9-1c.7-.2 1.5-.2 2.2-.2c.8 .1 1.6 .3 2.3 .6c.7 .3 1.3 .8 1.9 1.4c.5 .6 1 1.2 1.3 1.9c.3 .7 .4 1.5 .4 2.3c0 .8-.1 1.6-.4 2.3c-.3 .8-.8 1.6-1.3 2.3c-.6 .8-1.2 1.5-1.9 2.2c-.7 .6-1.5 1.3-2.3 2c-.7 .6-1.5 1.2-2.2 1.9c-.7 .6-1.3 1.2-1.9 1.7c-.5 .6-1 1.1-1.3 1.6c-.4 .5-.6 .9-.8 1.3c-.2 .4-.3 .7-.4 .9c0 .1 0 .2 0 .2c0 0 0-.1-.1-.2c0-.2-.1-.5-.3-.9c-.2-.3-.4-.8-.8-1.3c-.3-.5-.8-1-1.3-1.6c-.6-.5-1.2-1.1-1.9-1.7c-.7-.6-1.5-1.3-2.2-1.9c-.8-.7-1.6-1.4-2.3-2c-.7-.7-1.3-1.4-1.9-2.2c-.5-.7-1-1.5-1.3-2.2c-.3-.8-.4-1.6-.4-2.4c0-.8 .1-1.6 .4-2.3c.3-.7 .8-1.3 1.3-1.9c.6-.5 1.2-1 1.9-1.4c.7-.3 1.5-.5 2.3-.6c.7 0 1.5 .1 2.2 .2c.7 .2 1.3 .6 1.9 1c.5 .4 1 .9 1.3 1.4c.4 .4 .6 1 .8 1.4c.2 .4 .3 .8 .4 1c0 .3 0 .4 0 .4z"
        fill="var(--hw-love)"
      />
      <rect x="70" y="52" width="20" height="14" rx="3" fill="var(--hw-resin)" />
    </>
  ),
  voices: (
    <>
      <g color="var(--hw-fir)">
        <rect x="30" y="48" width="6" height="14" rx="3" fill="var(--hw-fir)" opacity="0.35" />
        <rect x="41.6" y="40" width="6" height="30" rx="3" fill="var(--hw-fir)" opacity="0.42" />
        <rect x="53.2" y="31" width="6" height="48" rx="3" fill="var(--hw-fir)" opacity="0.49" />
        <rect x="64.8" y="20" width="6" height="70" rx="3" fill="var(--hw-fir)" opacity="0.56" />
        <rect x="76.4" y="33" width="6" height="44" rx="3" fill="var(--hw-fir)" opacity="0.63" />
        <rect x="88" y="42" width="6" height="26" rx="3" fill="var(--hw-fir)" opacity="0.7" />
        <rect x="99.6" y="27" width="6" height="56" rx="3" fill="var(--hw-fir)" opacity="0.77" />
        <rect x="111.2" y="38" width="6" height="34" rx="3" fill="var(--hw-fir)" opacity="0.8400000000000001" />
        <rect x="122.8" y="47" width="6" height="16" rx="3" fill="var(--hw-fir)" opacity="0.91" />
      </g>
    </>
  ),
  magnifier: (
    <>
      <circle cx="72" cy="50" r="32" fill="var(--hw-surface)" stroke="var(--hw-line-strong)" strokeWidth="2.2" />
      <circle cx="72" cy="50" r="22" fill="none" stroke="var(--hw-resin-fill)" strokeWidth="2.4" />
      <circle cx="72" cy="50" r="12.5" fill="none" stroke="var(--hw-resin-fill)" strokeWidth="2.4" />
      <circle cx="72" cy="50" r="4" fill="var(--hw-resin-fill)" />
      <path d="M96 74l22 22" stroke="var(--hw-fir)" strokeWidth="7" strokeLinecap="round" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** Name of a drawing. */
export type DrawingName = keyof typeof drawings;
