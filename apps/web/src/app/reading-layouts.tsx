import { FormLayout, NoLayout } from './bare-layouts.tsx';
import { Queries } from './queries.tsx';

/** The layout 'main' around a page that a link in a mail leads to: it reads from the server. */
export function MailLayout() {
  return (
    <Queries>
      <FormLayout />
    </Queries>
  );
}

/** No layout, for members: steps and forms that read from the server. */
export function FlowLayout() {
  return (
    <Queries>
      <NoLayout />
    </Queries>
  );
}
