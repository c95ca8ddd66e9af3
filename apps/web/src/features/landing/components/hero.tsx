import { trialDays } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useSession } from '#platform/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Contours } from '#features/billing/components/contours.tsx';
import { photos } from './photos.ts';
import { Picture } from './picture.tsx';
import { Wave } from './wave.tsx';

/** The top of the landing page: what it is, how to begin, and three pictures with a voice. */
export function Hero() {
  const signedIn = useSession().token !== null;
  return (
    <section className="mx-auto grid max-w-[1200px] gap-9 px-6 pt-5 pb-14 min-[1000px]:grid-cols-[1.02fr_1fr] min-[1000px]:items-center min-[1000px]:gap-16 min-[1000px]:pt-9 min-[1000px]:pb-22">
      <div className="min-w-0">
        <h1 className="type-display">{t('landing.title')}</h1>
        <p className="mt-5 max-w-[34em] text-[1.1875rem] leading-normal soft">{t('landing.lead')}</p>
        {signedIn ? (
          <ButtonLink to="/dashboard" className="mt-7">
            {t('landing.home')}
          </ButtonLink>
        ) : (
          <>
            <div className="mt-7 flex flex-wrap gap-2">
              <ButtonLink to="/register">{t('landing.start')}</ButtonLink>
              <ButtonLink to="/invite" look="text">
                {t('landing.invited')}
              </ButtonLink>
            </div>
            <p className="mt-3 type-meta">{t('landing.free', { days: trialDays })}</p>
          </>
        )}
      </div>
      <div className="relative isolate aspect-[1/1.02] min-w-0 min-[1000px]:aspect-[1/.98]">
        <Contours className="absolute -top-[22%] -start-[34%] -z-1 w-[130%] text-love opacity-10 min-[1000px]:-top-[8%] min-[1000px]:-start-[10%] min-[1000px]:w-[120%]" />
        <figure className="absolute inset-[0_0_24%_14%] overflow-hidden rounded-[24px]">
          <Picture
            photo={photos.beach}
            alt={t('landing.photos.beach')}
            sizes="(min-width: 1000px) 470px, 86vw"
            when="first"
            className="object-[32%_50%]"
          />
        </figure>
        <figure className="absolute bottom-[4%] start-0 aspect-square w-[44%] overflow-hidden rounded-[24px] shadow-[0_0_0_6px_var(--hw-canvas)]">
          <Picture photo={photos.hat} alt={t('landing.photos.hat')} sizes="(min-width: 1000px) 240px, 44vw" when="soon" />
        </figure>
        <figure className="absolute end-0 bottom-0 aspect-[1/.82] w-[36%] overflow-hidden rounded-[24px] shadow-[0_0_0_6px_var(--hw-canvas)]">
          <Picture photo={photos.pancakes} alt={t('landing.photos.pancakes')} sizes="(min-width: 1000px) 200px, 36vw" when="soon" />
        </figure>
        <Voice />
      </div>
    </section>
  );
}

function Voice() {
  return (
    <div
      role="img"
      aria-label={t('landing.voice.label')}
      className="absolute top-[7%] start-0 flex w-[min(212px,76%)] items-center gap-3 rounded-[18px] bg-surface px-3.5 py-3 shadow-float min-[1000px]:-start-4"
    >
      <span className="size-8 shrink-0 overflow-hidden rounded-full">
        <Picture photo={photos.ruth} alt="" sizes="32px" />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block type-label">{t('landing.voice.name')}</b>
        <span className="flex items-center gap-2 text-fir">
          <Wave bars={22} className="h-5 min-w-0 flex-1" />
          <span className="num type-meta">{t('landing.voice.time')}</span>
        </span>
      </span>
    </div>
  );
}
