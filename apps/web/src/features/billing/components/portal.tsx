import { useMutation } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { navigation } from '#platform/navigation.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { openPortal } from '../api.ts';
import { problemOf } from '../logic.ts';

/** The way to the provider's own pages about cards and addresses; from a shell in the system browser. @param props.main the one button of its place */
export function Portal({ label, main }: { label: string; main?: boolean }) {
  const page = useOwnPage();
  const opening = useMutation({
    mutationFn: openPortal,
    onSuccess: ({ url }) => {
      if (!page.isShown()) return undefined;
      return device.native ? device.plugins?.openOutside?.(url) : navigation.fully(url);
    },
  });
  return (
    <>
      {opening.error && (
        <Banner tone="error" className="mt-4">
          {problemOf(opening.error)}
        </Banner>
      )}
      <Button
        small={!main}
        block={main}
        look={main ? 'filled' : 'quiet'}
        className="mt-4"
        busy={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {label}
      </Button>
    </>
  );
}
