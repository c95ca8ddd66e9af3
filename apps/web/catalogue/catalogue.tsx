import '../src/styles/app.css';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Ellipsis, Mail, Pencil, Plus, Sparkles, Trash2 } from 'lucide-react';
import { currentLanguage } from '@heartwood/messages/current';
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { Card, QuietCard } from '#ui/card.tsx';
import { Checkbox, RadioCard } from '#ui/choice.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NumberField, PasswordField, TextArea, TextField } from '#ui/field.tsx';
import { HeartButton } from '#ui/heart-button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { List, ListButton, ListRow } from '#ui/list-row.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { MilestoneCard } from '#ui/milestone-card.tsx';
import { type GridItem, PhotoGrid } from '#ui/photo-grid.tsx';
import { AddPhotosTile, PortraitPicker } from '#ui/photo-picker.tsx';
import { PromptCard } from '#ui/prompt-card.tsx';
import { Segments } from '#ui/segments.tsx';
import { Select } from '#ui/select.tsx';
import { PostSkeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { ToastStack } from '#ui/toast.tsx';
import { UploadTile } from '#ui/upload-tile.tsx';
import messages from 'virtual:messages/en/visitor';

currentLanguage.use('en', messages);

// Every component at once, for looking at. Served by `vite` only (/catalogue/); the production build does not know it.
const photos = import.meta.glob<string>('../../server/sample/photos/*.jpg', { eager: true, query: '?url', import: 'default' });
const photo = (name: string) => Object.entries(photos).find(([path]) => path.includes(`/${name}`))?.[1] ?? '';
const item = (name: string, more: Partial<GridItem> = {}): GridItem => ({
  id: name,
  sources: [{ src: photo(name), width: null }],
  width: 1200,
  height: 900,
  alt: name,
  ...more,
});

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 type-subhead">{title}</h2>
      {children}
    </section>
  );
}

function Catalogue() {
  const [digest, setDigest] = useState(true);
  const [kind, setKind] = useState<'grandmother' | 'grandfather' | ''>('grandmother');
  const [day, setDay] = useState('2023-09-12');
  const [segment, setSegment] = useState<'daily' | 'sundays' | 'off'>('daily');
  const [loved, love] = useState(false);
  const [asking, ask] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className="mx-auto max-w-[860px] px-5 pb-40 [--pad:20px]">
      <header className="flex flex-wrap items-center justify-between gap-2 pt-6">
        <Brand to="/" size={36} />
        <h1 className="type-meta">Components</h1>
      </header>
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
      <Section title="People">
        <div className="flex flex-wrap items-center gap-4">
          <Avatar id="a" name="Emma" src={photo('p5')} size="xl" />
          {['Ruth Whitlock', 'Sam Whitlock', 'Leo Whitlock', 'Priya Kumar', 'Mila K', 'Arthur W'].map((name, index) => (
            <Avatar key={name} id={`${index * 3}`} name={name} size="xl" />
          ))}
          <Avatar id="a" name="Emma" src={photo('p5')} size="xl" rings={{ years: 3, share: 0.2 }} />
          <Avatar id="b" name="Leo" size="xl" rings={{ years: 15, share: 0.9 }} />
          <AvatarGroup>
            <Avatar id="1" name="A" src={photo('p1')} />
            <Avatar id="2" name="B" src={photo('p2')} />
            <Avatar id="3" name="Leo W" />
          </AvatarGroup>
        </div>
        <ChipRow label="Who" className="mt-4">
          <Chip chosen>Everything</Chip>
          <Chip chosen={false}>Posts 6</Chip>
          <Chip chosen kind="pick" start={<Avatar id="1" name="A" src={photo('p5')} size="s" />}>
            Emma
          </Chip>
          <Chip>1974 to 2026</Chip>
        </ChipRow>
      </Section>
      <Section title="Banners">
        <div className="grid grid-cols-1 gap-3">
          <Banner tone="offline">You’re offline. What you write now is kept and sent later.</Banner>
          <Banner icon={<Sparkles className="icon-s" />} action={<BannerButton onClick={() => undefined}>Reload</BannerButton>}>
            A newer Heartwood is ready.
          </Banner>
          <Banner tone="saved">Back online. 1 post is on its way.</Banner>
          <Banner tone="error">Login failed</Banner>
        </div>
      </Section>
      <Section title="Photo grids">
        <div className="grid grid-cols-2 items-start gap-3.5 md:grid-cols-4">
          <PhotoGrid items={[item('hills')]} onOpen={() => undefined} />
          <PhotoGrid items={['cake', 'p5'].map((name) => item(name))} onOpen={() => undefined} />
          <PhotoGrid items={['tent', 'duck', 'cabin'].map((name) => item(name))} onOpen={() => undefined} />
          <PhotoGrid items={['pancakes', 'oranges', 'blocks', 'soup', ...'123456789'].map((name) => item(name))} onOpen={() => undefined} />
          <PhotoGrid items={[item('boots', { width: 600, height: 900, video: true })]} onOpen={() => undefined} />
          <PhotoGrid items={[item('beach'), item('none', { waiting: 'Comes when you are online' })]} />
        </div>
      </Section>
      <Section title="A post">
        <HeartButton loved={loved} count={loved ? 7 : 6} onChange={love} className="-ms-2.5" />
        <AudioPlayer
          src="none.m4a"
          duration={198}
          waveform={Array.from({ length: 100 }, (_, index) => Math.abs(Math.sin(index * 1.7) * Math.cos(index / 9)))}
        />
        <PromptCard
          className="mt-4"
          occasion="This week’s idea"
          title="Write down the soup everyone asks for"
          text="Ten minutes, with whoever cooks it best."
          actions={
            <>
              <Button look="white" small>
                Start a recipe
              </Button>
              <Button look="ghost" small>
                Another idea
              </Button>
            </>
          }
        />
        <MilestoneCard className="mt-4" ring={{ number: 15, share: 0.29 }} title="Jonas laughed out loud" age="At 14 weeks and 5 days" />
      </Section>
      <Section title="Lists">
        <List card>
          <ListRow
            start={<Avatar id="1" name="Arthur" src={photo('p3')} />}
            title={<b className="font-semibold">Arthur turns 71</b>}
            meta="Sunday, 29 November"
          />
          <ListButton start={<Avatar id="9" name="Leo W" />} title="Leo turns 16" meta="14 December" />
        </List>
        <QuietCard className="mt-3">
          <p className="type-story">“Who taught you to swim?”</p>
          <p className="mt-2 type-meta">Leo asks Arthur and Ruth</p>
        </QuietCard>
        <Card pad className="mt-3">
          A card
        </Card>
      </Section>
      <Section title="Uploads">
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          <UploadTile name="beach.jpg" src={photo('beach')} upload={{ state: 'uploading', share: 0.62 }} onRemove={() => undefined} />
          <UploadTile name="boots.jpg" src={photo('boots')} upload={{ state: 'waiting' }} />
          <UploadTile name="tent.jpg" src={photo('tent')} upload={{ state: 'paused', share: 0.3 }} />
          <UploadTile name="cake.jpg" src={photo('cake')} upload={{ state: 'failed', reason: 'No network' }} onRetry={() => undefined} />
          <UploadTile name="duck.jpg" src={photo('duck')} upload={{ state: 'done' }} onRemove={() => undefined} />
          <AddPhotosTile onPick={() => undefined} />
        </div>
      </Section>
      <Section title="Empty states">
        <div className="grid grid-cols-1 gap-3.5 md:grid-cols-2">
          <EmptyState drawing="photos" title="The first page is yours" action={<Button small>Share something</Button>}>
            Share one photo from today. It does not need to be a good one.
          </EmptyState>
          <EmptyState drawing="sprout" title="Who is growing up?" action={<Button small>Add a child</Button>}>
            Add a child and their timeline begins.
          </EmptyState>
          <EmptyState drawing="chest" title="Nothing kept here yet" action={<Button small>Look through posts</Button>}>
            Open a post and tap the gem to keep it for good.
          </EmptyState>
          <EmptyState drawing="voices" title="No answers yet" action={<Button small>Ask someone else</Button>}>
            Voices often come in the evening. We’ll tell you.
          </EmptyState>
          <EmptyState drawing="magnifier" title="Nothing about “sledge” yet" />
        </div>
      </Section>
      <Section title="Loading">
        <PostSkeleton />
      </Section>
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
      <ToastStack
        toasts={[
          { id: '1', text: 'Shared with 7 people', type: 'success', icon: 'love-heart' },
          { id: '2', text: 'Something went wrong. Please try again.', type: 'error', icon: 'error-octagon' },
        ]}
        onClose={() => undefined}
        onHold={() => undefined}
      />
    </div>
  );
}

const router = createRouter({
  routeTree: createRootRoute({ component: Catalogue }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});
createRoot(document.getElementById('root')!).render(<RouterProvider router={router as never} />);
