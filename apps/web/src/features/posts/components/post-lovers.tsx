import { useQuery } from '@tanstack/react-query';
import { loversQuery } from '../api.ts';
import LoversDialog from './lovers-dialog.tsx';

/** Who loves a post, asked when somebody wants to know. */
export default function PostLovers({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, refetch } = useQuery({ ...loversQuery(id), throwOnError: false });
  return <LoversDialog lovers={data} onRetry={isError && !data ? () => void refetch() : undefined} onClose={onClose} />;
}
