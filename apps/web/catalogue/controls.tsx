import { Ellipsis, Mail, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox, RadioCard } from '#ui/choice.tsx';
import { DateField } from '#ui/date-field.tsx';
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx';
import { NumberField, PasswordField, TextArea, TextField } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { PortraitPicker } from '#ui/photo-picker.tsx';
import { Segments } from '#ui/segments.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { Section } from './section.tsx';

export function Buttons() {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-3">
        <Button>Share</Button>
        <Button look="quiet">Not now</Button>
        <Button look="line">Buy once</Button>
        <Button look="text">Skip</Button>
        <Button look="danger">Delete</Button>
        <Button disabled>Sharing</Button>
        <Button busy>Sharing</Button>
        <IconButton label="Add" look="fill">
          <Plus />
        </IconButton>
      </div>
    </Section>
  );
}

export function Fields() {
  const [digest, setDigest] = useState(true);
  const [kind, setKind] = useState<'grandmother' | 'grandfather' | ''>('grandmother');
  const [day, setDay] = useState('2023-09-12');
  const [segment, setSegment] = useState<'daily' | 'sundays' | 'off'>('daily');
  const [file, setFile] = useState<File | null>(null);
  return (
    <Section title="Fields">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="First name" placeholder="Emma" />
        <TextField label="E-mail" icon={<Mail />} defaultValue="nora@whitlock" error="Must enter a valid email." />
        <Select
          label="Relation"
          options={[
            { value: 'grandmother', label: 'Grandmother' },
            { value: 'grandfather', label: 'Grandfather', hint: 'Your father’s or mother’s father' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <PasswordField
          label="Password"
          defaultValue="whitlock2026"
          autoComplete="off"
          beside={
            <a href="#forgot" className="text-fir">
              Forgot it?
            </a>
          }
        />
        <DateField label="Birthday" value={day} onChange={setDay} hint="3 years, 2 months and 1 week old today" />
        <DateField label="Date" value="" onChange={() => undefined} error="Date Required" />
        <NumberField label="Height" unit="cm" optional />
        <TextArea label="Message" story placeholder="What happened today?" />
        <Switch label="Evening digest" checked={digest} onChange={setDigest} />
        <Segments
          label="Digest"
          value={segment}
          onChange={setSegment}
          options={[
            { value: 'daily', label: 'Daily, 19:00' },
            { value: 'sundays', label: 'Sundays' },
            { value: 'off', label: 'Off' },
          ]}
        />
        <RadioCard
          name="plan"
          title="Yearly"
          hint="Two months free"
          end={<b className="font-serif text-heading">$49.99</b>}
          defaultChecked
        />
        <RadioCard name="plan" title="Monthly" end={<b className="font-serif text-heading">$5.99</b>} />
        <Checkbox label="Push" defaultChecked />
        <PortraitPicker label="Photo" id="x" name="Emma" file={file} onPick={setFile} optional />
      </div>
    </Section>
  );
}

export function Floating() {
  const [asking, ask] = useState(false);
  return (
    <Section title="Dialog, sheet and menu">
      <div className="flex flex-wrap gap-3">
        <Button id="ask" look="danger" onClick={() => ask(true)}>
          Delete
        </Button>
        <ConfirmDialog
          open={asking}
          onOpenChange={ask}
          onConfirm={() => ask(false)}
          title="Delete this post?"
          text="It leaves everyone’s feed now. You can bring it back for 30 days."
          confirm="Delete"
          keep="Keep it"
        />
        <Dialog title="Who sees it?" text="Choose." closable trigger={<Button look="quiet">Open</Button>} />
        <Menu
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil className="icon-s" />} onClick={() => undefined}>
            Edit
          </MenuItem>
          <MenuItem icon={<Trash2 className="icon-s" />} danger onClick={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </Section>
  );
}
