import { sectionLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { tooLong } from '#platform/form-rules.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { NumberField, TextArea, TextField } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { DraftField, Suggestion } from '../logic.ts';

/** One field while it is written: its name where it is the family's own, the box that fits it, its place in the order. */
export function FieldRow({
  field,
  suggestion,
  error,
  valueError,
  by,
  first,
  last,
  onChange,
  onMove,
  onTake,
  onRemove,
}: {
  field: DraftField;
  /** Undefined for a field of the family's own. */
  suggestion: Suggestion | undefined;
  /** What is wrong with its name, where that is written here, and otherwise with its value. */
  error: string | undefined;
  /** What is wrong with the value of a field of the family's own. */
  valueError: string | undefined;
  /** Who has saved the section meanwhile. */
  by: string | undefined;
  first: boolean;
  last: boolean;
  onChange: (change: Partial<DraftField>) => void;
  onMove: (by: -1 | 1) => void;
  onTake: () => void;
  onRemove: () => void;
}) {
  // A field of one's own stays one while its name is being written: on the way it may be called as a usual one.
  const [isOwn] = useState(!suggestion);
  return (
    <li className="flex items-start gap-1">
      <div className="grid min-w-0 flex-1 gap-3">
        {isOwn && (
          <TextField
            label={t('information.editing.ownName')}
            placeholder={t('information.editing.ownNameHint')}
            value={field.label}
            error={suggestion ? undefined : error}
            errorWhenLeft={tooLong(t('information.editing.ownName'), field.label, sectionLimits.label)}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        )}
        <ValueField
          field={field}
          suggestion={isOwn ? undefined : suggestion}
          error={suggestion ? error : valueError}
          onChange={(value) => onChange({ value })}
        />
        {by !== undefined && <Theirs field={field} by={by} onTake={onTake} />}
      </div>
      <Menu
        trigger={
          <IconButton
            label={field.label ? t('information.editing.arrange', { label: field.label }) : t('information.editing.arrangeUnnamed')}
            className="mt-7"
          >
            <Ellipsis />
          </IconButton>
        }
      >
        {!first && (
          <MenuItem icon={<ArrowUp />} onClick={() => onMove(-1)}>
            {t('information.editing.up')}
          </MenuItem>
        )}
        {!last && (
          <MenuItem icon={<ArrowDown />} onClick={() => onMove(1)}>
            {t('information.editing.down')}
          </MenuItem>
        )}
        <MenuItem danger icon={<Trash2 />} onClick={onRemove}>
          {t('information.editing.remove')}
        </MenuItem>
      </Menu>
    </li>
  );
}

/** What somebody else wrote here meanwhile, or that they removed the field, to be taken instead; that a field which was taken out is back. */
function Theirs({ field: { value, theirs, isBack }, by, onTake }: { field: DraftField; by: string; onTake: () => void }) {
  if (theirs === undefined) return null;
  const isTaken = theirs === value;
  if (isTaken && !isBack) return null;
  const said = () => {
    if (isTaken) return t('information.editing.isBack', { name: by });
    return theirs === null
      ? t('information.editing.theirsGone', { name: by })
      : t('information.editing.theirs', { name: by, value: theirs });
  };
  return (
    <div className="rounded-md bg-lake-soft px-4 py-3 text-label text-lake">
      <p className="whitespace-pre-line">{said()}</p>
      {!isTaken && (
        <Button small look="text" className="-ms-3" onClick={onTake}>
          {t('information.editing.takeTheirs')}
        </Button>
      )}
    </div>
  );
}

function ValueField({
  field,
  suggestion,
  error,
  onChange,
}: {
  field: DraftField;
  suggestion: Suggestion | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const label = suggestion?.label ?? t('information.editing.ownValue');
  const shared = {
    label,
    value: field.value,
    error,
    placeholder: suggestion?.hint,
    errorWhenLeft: tooLong(label, field.value, sectionLimits.value),
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (suggestion?.kind) {
    case 'line':
      return <TextField {...shared} />;
    case 'phone':
      return <TextField {...shared} type="tel" inputMode="tel" />;
    case 'email':
      return <TextField {...shared} type="email" inputMode="email" />;
    case 'number':
      return <NumberField {...shared} />;
    case 'day':
      return <DateField label={shared.label} value={field.value} error={error} onChange={onChange} />;
    default:
      return <TextArea {...shared} rows={2} />;
  }
}
