import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { AudioPlayer } from '#ui/audio-player.tsx';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card, QuietCard } from '#ui/card.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HeartButton } from '#ui/heart-button.tsx';
import { List, ListButton, ListRow } from '#ui/list-row.tsx';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { AddPhotosTile } from '#ui/photo-picker.tsx';
import { PromptCard } from '#ui/prompt-card.tsx';
import { PostSkeleton } from '#ui/skeleton.tsx';
import { UploadTile } from '#ui/upload-tile.tsx';
import { item, photo } from './photos.ts';
import { Section } from './section.tsx';

export function People() {
  return (
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
  );
}

export function Banners() {
  return (
    <Section title="Banners">
      <div className="grid grid-cols-1 gap-3">
        <Banner tone="offline">You’re offline. New posts and comments are kept and sent later.</Banner>
        <Banner icon={<Sparkles className="icon-s" />} action={<BannerButton onClick={() => undefined}>Reload</BannerButton>}>
          A newer Heartwood is ready.
        </Banner>
        <Banner tone="saved">Back online. 1 post is on its way.</Banner>
        <Banner tone="error">Login failed</Banner>
      </div>
    </Section>
  );
}

export function PhotoGrids() {
  return (
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
  );
}

export function PostParts() {
  const [loved, love] = useState(false);
  return (
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
    </Section>
  );
}

export function Lists() {
  return (
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
  );
}

export function Uploads() {
  return (
    <Section title="Uploads">
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        <UploadTile name="beach.jpg" src={photo('beach')} upload={{ state: 'uploading', share: 0.62 }} onRemove={() => undefined} />
        <UploadTile name="boots.jpg" src={photo('boots')} upload={{ state: 'waiting' }} />
        <UploadTile name="tent.jpg" src={photo('tent')} upload={{ state: 'paused', share: 0.3 }} />
        <UploadTile name="cake.jpg" src={photo('cake')} upload={{ state: 'failed', reason: 'uploads.lost' }} onRetry={() => undefined} />
        <UploadTile name="duck.jpg" src={photo('duck')} upload={{ state: 'done' }} onRemove={() => undefined} />
        <AddPhotosTile onPick={() => undefined} />
      </div>
    </Section>
  );
}

export function EmptyStates() {
  return (
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
  );
}

export function Loading() {
  return (
    <Section title="Loading">
      <PostSkeleton />
    </Section>
  );
}
