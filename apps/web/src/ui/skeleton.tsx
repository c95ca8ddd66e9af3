import { t } from '@heartwood/messages/current';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A place where something comes, in its geometry. It shows only after 200 ms. Give size and radius by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('hw-skeleton block rounded-[10px]', className)} />;
}

/** A place as high as what most likely comes: `children` are that, unseen and out of reach. */
export function SkeletonOf({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="relative">
      <Skeleton className="absolute inset-0 rounded-card" />
      <div className="invisible">{children}</div>
    </div>
  );
}

/** Around skeletons: says once, in words, that something loads. */
export function Loading({ label = t('ui.loading'), className, children }: { label?: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** The skeleton of a post: avatar, two lines, a photo. */
export function PostSkeleton() {
  return (
    <div className="py-7">
      <div className="mb-3.5 flex items-center gap-3">
        <Skeleton className="size-11 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-[38%]" />
          <Skeleton className="h-3 w-[24%]" />
        </div>
      </div>
      <Skeleton className="aspect-4/3 rounded-photo" />
    </div>
  );
}
