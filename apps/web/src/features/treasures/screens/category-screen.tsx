import type { Category } from '@heartwood/contract/treasures';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usePageTitle } from '#platform/title.ts';
import { BackRow } from '#ui/back-row.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { treasuresQuery } from '../api.ts';
import { ShelfForm } from '../components/shelf-form.tsx';
import { ShelfMenu } from '../components/shelf-menu.tsx';
import { Suggestions, Tile, tilesClass } from '../components/tile.tsx';
import { TreasuresWaiting } from '../components/treasures-waiting.tsx';
import { byUse, looseIn } from '../logic.ts';
import { TreasuresScreen } from './treasures-screen.tsx';

/** The shelves of one category: those that ship, the family's own, and a place to add one. Without a category, all of them. */
export function CategoryScreen() {
  const { category: slug } = useSearch({ strict: false }) as { category?: string };
  const router = useRouter();
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const category = data?.find((one) => one.slug === slug || one.id === slug);
  usePageTitle(category?.name);
  const [adds, add] = useState(false);
  if (slug === undefined) return <TreasuresScreen />;
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/treasures' }));
  return (
    <Page wide>
      <BackRow className="mb-1" back={<BackButton label={t('treasures.back')} onBack={back} />} />
      {!data && <TreasuresWaiting isError={isError} retry={() => void refetch()} tiles={6} />}
      {data && !category && <NoCategory />}
      {category && (
        <>
          <p className="type-meta">{t('treasures.title')}</p>
          <h1 className="mt-1 type-title">{category.name}</h1>
          <p className="mt-2 soft">
            {category.post_count === 0 ? t('treasures.emptyCategory') : t('treasures.keptSentence', { count: category.post_count })}
          </p>
          <Shelves category={category} onAdd={() => add(true)} />
          <p className="mt-8 type-meta">{t('treasures.own')}</p>
          {adds && <ShelfForm categoryId={category.id} onClose={() => add(false)} />}
        </>
      )}
    </Page>
  );
}

/** The shelves with something on them as tiles, those without as ideas, and a way to add one. */
function Shelves({ category, onAdd }: { category: Category; onAdd: () => void }) {
  const { used, unused } = byUse(category.subcategories);
  const hasTiles = used.length > 0 || looseIn(category) > 0;
  return (
    <>
      {hasTiles && <Tiles category={category} shelves={used} {...(unused.length === 0 ? { onAdd } : {})} />}
      {(unused.length > 0 || !hasTiles) && (
        <Suggestions
          title={hasTiles ? t('treasures.unused.title') : t('treasures.unused.all')}
          text={t('treasures.unused.text')}
          items={unused.map(({ id, name }) => ({ target: { shelf: id }, name, icon: category.slug }))}
        >
          <li>
            <Chip start={<Plus className="ms-1.5 icon-s" />} className="bg-fir-soft text-fir" onClick={onAdd}>
              {t('treasures.addOwn')}
            </Chip>
          </li>
        </Suggestions>
      )}
    </>
  );
}

function Tiles({ category, shelves, onAdd }: { category: Category; shelves: Category['subcategories']; onAdd?: () => void }) {
  return (
    <ul className={`mt-6 ${tilesClass}`}>
      {shelves.map((shelf) => (
        <Tile
          key={shelf.id}
          target={{ shelf: shelf.id }}
          name={shelf.name}
          icon={category.slug}
          cover={shelf.cover}
          count={shelf.post_count}
          {...(shelf.can.edit ? { menu: <ShelfMenu category={category} shelf={shelf} look={shelf.cover ? 'glass' : 'plain'} /> } : {})}
        />
      ))}
      {looseIn(category) > 0 && (
        <Tile
          target={{ everything: category.slug }}
          name={t('treasures.everythingIn', { category: category.name })}
          icon="everything"
          cover={category.cover}
          count={category.post_count}
        />
      )}
      {onAdd && (
        <li>
          <button
            type="button"
            onClick={onAdd}
            className="flex aspect-[1/1.08] w-full flex-col items-center justify-center gap-2 rounded-photo bg-fir-soft p-3 type-label text-fir"
          >
            <Plus />
            {t('treasures.addOwn')}
          </button>
        </li>
      )}
    </ul>
  );
}

function NoCategory() {
  return (
    <EmptyState
      level={1}
      drawing="chest"
      title={t('treasures.noCategory')}
      action={
        <ButtonLink small to="/treasures">
          {t('treasures.chooseCategory')}
        </ButtonLink>
      }
    >
      {t('treasures.noCategoryHint')}
    </EmptyState>
  );
}
