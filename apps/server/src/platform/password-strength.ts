import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { MatchExtended } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Why a password is soon guessed: the person's own words, one that many use, a pattern of keys or repeats, or merely too little of anything. */
export type Weakness = 'own' | 'common' | 'pattern' | 'guessable';

/** The score from 0 to 4 that a password needs; 2 is more than a million guesses (the library's scale). */
const least = 2;
/** Characters that are looked at: the time grows with the square of their number, and more make no password weaker. */
const looked = 48;

// The library can also compare with all known passwords by edit distance: that took 300 ms of the event loop for each password, and found hardly more.
const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: looked });

/**
 * Why a password is soon guessed by an attacker who knows some words about the user.
 * @param words names, addresses, the product: whole and in parts, in any case
 * @returns undefined where it is not
 */
export function weaknessOf(password: string, words: readonly string[]): Weakness | undefined {
  const { score, sequence } = judge.check(password.slice(0, looked), [...words]);
  return score >= least ? undefined : reasonOf(sequence);
}

function reasonOf(sequence: readonly MatchExtended[]): Weakness {
  if (sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')) return 'own';
  if (sequence.some(({ pattern }) => pattern === 'dictionary' || pattern === 'wordSequence')) return 'common';
  if (sequence.some(({ pattern }) => ['repeat', 'sequence', 'spatial', 'date', 'regex'].includes(pattern))) return 'pattern';
  return 'guessable';
}
