import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** What a hook answers when it is drawn for the first time, without a browser: no effect runs, and nothing is asked for. */
export function drawn<Answer>(client: QueryClient, useIt: () => Answer): Answer {
  const answers: Answer[] = [];
  function Probe() {
    answers.push(useIt());
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Probe)));
  return answers.at(-1)!;
}
