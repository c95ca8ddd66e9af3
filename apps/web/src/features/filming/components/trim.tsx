import { currentLanguage, t } from '@heartwood/messages/current';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { Slider } from '@base-ui/react/slider';
import { shortestFilm } from '@heartwood/contract/limits';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { handlesOf, isWhole, lastStep, partBetween, trimStep, type Part } from '../logic.ts';
import { partInWords, timeInWords } from './sentences.ts';

/** Each handle stands beside what remains, never over it or over the other one. */
const handle = 'group flex h-14 w-11 cursor-ew-resize items-center';
const grip =
  'grid h-14 w-6 place-items-center bg-fir group-has-focus-visible:outline-3 group-has-focus-visible:outline-offset-3 group-has-focus-visible:outline-focus';

/** Takes away the beginning and the end of a film: two handles, by pointer or by arrow keys. */
export function Trim({ whole, part, onChange }: { whole: Part; part: Part; onChange: (part: Part) => void }) {
  const title = useId();
  const label = (which: number): string => (which === 0 ? t('filming.trim.beginning') : t('filming.trim.end'));
  return (
    <section aria-labelledby={title} className="mt-6">
      <div className="flex min-h-hit flex-wrap items-center justify-between gap-x-4">
        <h2 id={title} className="type-subhead">
          {t('filming.trim.title')}
        </h2>
        {!isWhole(part, whole) && (
          <Button small look="text" className="-me-3" onClick={() => onChange(whole)}>
            {t('filming.trim.reset')}
          </Button>
        )}
      </div>
      <DirectionProvider direction={currentLanguage.direction()}>
        <Slider.Root
          value={handlesOf(part, whole)}
          min={0}
          max={lastStep(whole)}
          step={trimStep}
          largeStep={trimStep * 10}
          minStepsBetweenValues={shortestFilm / trimStep}
          thumbCollisionBehavior="none"
          onValueChange={(handles) => onChange(partBetween(handles, whole))}
          className="mt-2"
        >
          <Slider.Control className="rounded-md bg-sunken px-6">
            <Slider.Track className="h-14">
              <Slider.Indicator className="border-y-4 border-fir bg-fir-soft" />
              {[0, 1].map((which) => (
                <Slider.Thumb
                  key={which}
                  index={which}
                  getAriaLabel={label}
                  getAriaValueText={() => partInWords(part)}
                  className={`${handle} ${which === 0 ? '-ms-[22px] justify-end' : 'ms-[22px]'}`}
                >
                  <span className={`${grip} ${which === 0 ? 'rounded-s-sm' : 'rounded-e-sm'}`}>
                    <i className="h-5 w-0.5 rounded-full bg-on-fir" />
                  </span>
                </Slider.Thumb>
              ))}
            </Slider.Track>
          </Slider.Control>
        </Slider.Root>
      </DirectionProvider>
      <p className="mt-2 type-meta">
        {isWhole(part, whole)
          ? t('filming.trim.hint')
          : t('filming.trim.remains', { part: partInWords(part), length: timeInWords(part.to - part.from) })}
      </p>
    </section>
  );
}
