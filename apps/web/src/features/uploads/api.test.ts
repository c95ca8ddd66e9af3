import { describe, expect, it } from 'vitest';
import { CallError } from '#platform/http.ts';
import { explainFailure } from './api.ts';

describe('what a failed upload means', () => {
  const photo = new File(['x'], 'beach.jpg', { type: 'image/jpeg' });
  const film = new File(['x'], 'sea.mp4', { type: 'video/mp4' });
  const refused = (status: number) =>
    new CallError(status, { success: false, status_code: 'internal_error', message: '', request_id: '' }, undefined);
  const meaning = (error: unknown, file = photo) => {
    const { reason, retryable, network } = explainFailure(error, file);
    return [reason, retryable, network];
  };

  it.each([
    [0, 'uploads.lost'],
    [423, 'uploads.lost'],
    [429, 'uploads.crowded'],
    [500, 'failures.generic'],
    [502, 'uploads.lost'],
    [503, 'uploads.lost'],
    [504, 'uploads.lost'],
  ])('%i passes, so it is tried again by itself', (status, reason) => {
    expect(meaning(refused(status))).toEqual([reason, true, true]);
  });

  it.each([
    [413, 'uploads.tooLarge', false],
    [415, 'uploads.notAPhoto', false],
    [460, 'uploads.damaged', true],
    [507, 'uploads.full', true],
    [403, 'failures.generic', true],
  ])('%i stays until somebody decides', (status, reason, retryable) => {
    expect(meaning(refused(status))).toEqual([reason, retryable, false]);
  });

  it('of a film says nothing of photos, and a file that is gone is nothing of the network', () => {
    expect(meaning(refused(422), film)).toEqual(['uploads.notKept', false, false]);
    expect(meaning(new DOMException('gone', 'NotFoundError'))).toEqual(['uploads.gone', true, false]);
  });
});
