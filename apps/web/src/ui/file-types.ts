/** What a photo picker takes; the server looks at the bytes. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/heic,image/heif,image/tiff,image/bmp,.heic,.heif';

/** What a post can hold: photos, videos, recordings, documents; the server looks at the bytes. */
export const mediaTypes = `${photoTypes},video/mp4,video/quicktime,video/webm,video/x-matroska,.mkv,audio/mp4,audio/mpeg,audio/ogg,audio/wav,audio/webm,.m4a,application/pdf,.dng,.cr2,.nef,.arw`;

/** Videos alone. */
export const filmTypes = 'video/mp4,video/quicktime,video/webm,video/x-matroska,.mkv';
