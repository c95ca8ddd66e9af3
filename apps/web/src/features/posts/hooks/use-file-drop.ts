import { useState, type ClipboardEvent, type DragEvent } from 'react';

/**
 * Photos, videos, voices and documents that are dropped on an element or pasted into it.
 * @returns whether files are held `over` it, and the props of the `target`
 */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const files = mediaOf(data);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  const target = {
    onDrop: (event: DragEvent) => {
      setOver(false);
      take(event, event.dataTransfer);
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  };
  return { over, target };
}

function mediaOf(data: DataTransfer): File[] {
  return [...data.files].filter(
    ({ type, name }) => /^(image|video|audio)\/|^application\/pdf$/.test(type) || /\.(heic|heif|avif|tiff?|mkv|m4a)$/i.test(name),
  );
}
