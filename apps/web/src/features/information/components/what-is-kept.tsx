import { t } from '@heartwood/messages/current';
import { FileText, History, Lock } from 'lucide-react';
import { Explained } from '#ui/explained.tsx';

/** What becomes of what is written down here, as long as nothing is. */
export function WhatIsKept() {
  return (
    <section className="print:hidden">
      <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('information.isKept.title')}</h2>
      <Explained
        of={[
          { icon: <Lock />, name: t('information.isKept.sealed'), text: t('information.isKept.sealedText') },
          { icon: <FileText />, name: t('information.isKept.paper'), text: t('information.isKept.paperText') },
          { icon: <History />, name: t('information.isKept.changes'), text: t('information.isKept.changesText') },
        ]}
      />
    </section>
  );
}
