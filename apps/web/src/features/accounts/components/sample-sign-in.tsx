import { t } from '@heartwood/messages/current';
import { useEffect, useState } from 'react';
import { fetchFile } from '#platform/http.ts';
import { loadRuntimeConfig } from '#platform/runtime-config.ts';

/** The way into the sample family, where the server has one (`npm start -- --sample`, `npm run dev`). */
export function SampleSignIn() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    void loadRuntimeConfig(fetchFile).then(({ sample }) => setThere(sample));
  }, []);
  if (!there) return null;
  return (
    <a href="/dev/sign-in" className="link-row">
      {t('accounts.login.sample')}
    </a>
  );
}
