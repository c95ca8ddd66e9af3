import type { Post } from '@heartwood/contract/posts';
import { Link } from '@tanstack/react-router';

/** What an answer answers, above its words. */
export const AnsweredQuestion = ({ question }: { question: NonNullable<Post['question']> }) => (
  <Link to="/treasures/ask-family" search={{ question: question.id }} className="my-2 block border-s-2 border-fir ps-3 text-fir">
    <q className="line-clamp-3 font-serif">{question.text}</q>
  </Link>
);
