import { t } from '@heartwood/messages/current';
import { FileText } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';

/** Putting what the page shows on a sheet of paper. */
export function HandOver({ className }: { className?: string }) {
  return (
    <section className={`print:hidden ${className ?? ''}`}>
      <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('information.handOver')}</h2>
      <QuietCard>
        <p className="soft">{t('information.handOverText')}</p>
        <Button small look="quiet" className="mt-3 bg-surface" icon={<FileText className="icon-s" />} onClick={() => window.print()}>
          {t('information.print')}
        </Button>
      </QuietCard>
    </section>
  );
}
