import type { Ago } from './family.ts';

/** A measurement of a child of the sample, by how long after the birth it was taken. */
export interface SampleMeasurement {
  of: 'Emma' | 'Jonas';
  after: Ago;
  height?: number;
  weight?: number;
  head?: number;
}

/** What Nora and Sam have measured, at birth and at the doctor's. */
export const sampleMeasurements: SampleMeasurement[] = [
  { of: 'Emma', after: {}, height: 50, weight: 3.4, head: 34.2 },
  { of: 'Emma', after: { months: 3 }, height: 60.4, weight: 6.1, head: 39.9 },
  { of: 'Emma', after: { months: 6 }, height: 66.9, weight: 7.6, head: 42.6 },
  { of: 'Emma', after: { months: 9 }, height: 71.2, weight: 8.5 },
  { of: 'Emma', after: { months: 12 }, height: 75.3, weight: 9.3, head: 45.3 },
  { of: 'Emma', after: { months: 18 }, height: 82, weight: 10.5 },
  { of: 'Emma', after: { months: 24 }, height: 87.6, weight: 11.8, head: 47.6 },
  { of: 'Emma', after: { months: 30 }, height: 92.4, weight: 13.1 },
  { of: 'Emma', after: { months: 36 }, height: 96.7, weight: 14.3, head: 49 },
  { of: 'Emma', after: { months: 38, weeks: 1 }, height: 97.9, weight: 14.8 },
  { of: 'Jonas', after: {}, height: 51, weight: 3.55, head: 35 },
  { of: 'Jonas', after: { weeks: 5 }, height: 55.4, weight: 4.7, head: 37.7 },
  { of: 'Jonas', after: { weeks: 14 }, height: 62, weight: 6.6, head: 40.8 },
];
