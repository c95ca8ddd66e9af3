import { t } from '@heartwood/messages/current';
import type { WholeQuestion } from '@heartwood/contract/questions';
import { Archive, ArchiveRestore, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useClose, useDelete } from '../api.ts';

/** Closing a question, opening it again, deleting it, as far as one may. */
export function QuestionMenu({ question, onGone }: { question: WholeQuestion; onGone: () => Promise<void> }) {
  const [asks, ask] = useState(false);
  const close = useClose(question.id);
  const remove = useDelete(() => {
    ask(false);
    return onGone();
  });
  const { can, closed_at: closed } = question;
  if (!can.close && !can.delete) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('questions.actions')}>
            <Ellipsis />
          </IconButton>
        }
      >
        {can.close && (
          <MenuItem icon={closed ? <ArchiveRestore /> : <Archive />} onClick={() => close.mutate(!closed)}>
            {closed ? t('questions.open') : t('questions.close')}
          </MenuItem>
        )}
        {can.delete && (
          <MenuItem icon={<Trash2 />} danger onClick={() => ask(true)}>
            {t('questions.delete')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={t('questions.deleteQuestion.title')}
        text={t('questions.deleteQuestion.text')}
        confirm={t('questions.deleteQuestion.confirm')}
        keep={t('questions.deleteQuestion.keep')}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(question.id)}
      />
    </>
  );
}
