import { t } from '@heartwood/messages/current';
import { Bell, Gem, MessageCircle } from 'lucide-react';
import { Explained } from '#ui/explained.tsx';
import { SectionHead } from '#ui/page-head.tsx';

/** What becomes of a question, for whoever has not asked one yet. */
export function HowItGoes() {
  return (
    <section>
      <SectionHead title={t('questions.howItGoes.title')} />
      <Explained
        of={[
          { icon: <Bell />, name: t('questions.howItGoes.told'), text: t('questions.howItGoes.toldText') },
          { icon: <MessageCircle />, name: t('questions.howItGoes.answered'), text: t('questions.howItGoes.answeredText') },
          { icon: <Gem />, name: t('questions.howItGoes.kept'), text: t('questions.howItGoes.keptText') },
        ]}
      />
    </section>
  );
}
