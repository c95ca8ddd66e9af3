import { t } from '@heartwood/messages/current';
import { Gem, Search, SquarePen } from 'lucide-react';
import { Explained } from '#ui/explained.tsx';
import { SectionHead } from '#ui/page-head.tsx';

/** Beside a shelf on which nothing is kept yet: how something comes there. On a phone the page says it in a sentence. */
export function HowItFills() {
  return (
    <section>
      <SectionHead title={t('treasures.fills.title')} />
      <Explained
        of={[
          { icon: <SquarePen />, name: t('treasures.fills.share'), text: t('treasures.fills.shareText') },
          { icon: <Gem />, name: t('treasures.fills.keep'), text: t('treasures.fills.keepText') },
          { icon: <Search />, name: t('treasures.fills.find'), text: t('treasures.fills.findText') },
        ]}
      />
    </section>
  );
}
