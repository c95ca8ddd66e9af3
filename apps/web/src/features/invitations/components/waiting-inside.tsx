import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Link } from '@tanstack/react-router';
import { addressOf } from '#platform/addresses.ts';
import { cx } from '#ui/class-names.ts';
import { PhotoFrame, type Photo } from '#ui/photo-frame.tsx';
import { firstName } from '#features/family/logic.ts';

const shown = 3;

/** What the family has shared lately: up to three of its pictures, each leading to its post. */
export function WaitingInside({ posts, titleOf }: { posts: readonly Post[] | undefined; titleOf: (post: Post) => string }) {
  if (!posts) return null;
  const pictures = posts.flatMap((post) => pictureOf(post) ?? []).slice(0, shown);
  return (
    <section className="mt-10">
      <h2 className="text-center type-heading">{t('invitations.card.inside')}</h2>
      <p className="mt-2 text-center text-balance soft">
        {posts.length === 0 ? t('invitations.card.nothing') : t('invitations.card.insideCount', { count: posts.length })}
      </p>
      {pictures.length > 0 && (
        <div
          className={cx(
            'mt-5 grid grid-cols-2 gap-2',
            pictures.length === 3 && 'lg:grid-cols-[1.3fr_1fr_1fr]',
            pictures.length === 1 && 'grid-cols-1 lg:grid-cols-1',
          )}
        >
          {pictures.map(({ post, photo }, index) => (
            <Link
              key={post.id}
              to="/post/$id"
              params={{ id: post.id }}
              className={cx(
                'photo-veil block rounded-[18px] lg:aspect-auto lg:h-[220px]',
                index === 0 && pictures.length !== 2 ? 'aspect-2/1 max-lg:col-span-full' : 'aspect-[1/.86]',
              )}
            >
              <PhotoFrame photo={photo} covered sizes="(min-width: 1080px) 320px, 50vw" />
              <span className="absolute inset-x-4 bottom-3.5 z-1 line-clamp-2 type-label">
                {titleOf(post) || t('invitations.card.untitled', { name: firstName(post.author.name) })}
              </span>
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

function pictureOf(post: Post): { post: Post; photo: Photo }[] | undefined {
  const medium = post.media.find(({ kind, variants }) => kind === 'image' && (variants['thumb'] || variants['medium']));
  if (!medium) return undefined;
  const { id, width, height, thumbhash, variants } = medium;
  const sources = ['thumb', 'medium'].flatMap((name) => {
    const variant = variants[name];
    const src = addressOf(variant?.path);
    return variant && src ? [{ src, width: variant.width }] : [];
  });
  return [{ post, photo: { id, sources, width, height, thumbhash, alt: '' } }];
}
