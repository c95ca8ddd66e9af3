import { useLayoutEffect, useRef, useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import type { Chart, ChartPoint } from '../logic.ts';
import { ageMark } from './sentences.ts';

const text = { fontSize: 14, fill: 'var(--hw-ink-3)', fontFamily: 'var(--hw-font-sans)' };
const quiet = { isAnimationActive: false, activeDot: false, legendType: 'none', tooltipType: 'none' } as const;
const fir = 'var(--hw-fir)';
const curves = ['p97', 'p85', 'p50', 'p15', 'p3'] as const;

/** The percentile at the right end of its curve. */
const drawName = ({ x, y, index }: { x: number | string; y: number | string; index: number }) => (
  <text x={x} y={y} dy={4} {...text} {...(index === 2 ? { fill: fir, fontWeight: 650 } : {})}>
    {curves[index]?.slice(1)}
  </text>
);

interface Dot {
  cx?: number | undefined;
  cy?: number | undefined;
  index?: number | undefined;
  payload?: ChartPoint;
}

/** A measurement: a small ring, the latest a dot. */
const drawDot = ({ cx, cy, index, payload }: Dot) =>
  payload?.value === undefined ? (
    <g key={index} />
  ) : (
    <circle
      key={index}
      cx={cx}
      cy={cy}
      r={payload.latest ? 5.5 : 3.4}
      fill={payload.latest ? fir : 'var(--hw-surface)'}
      stroke={fir}
      strokeWidth={2}
    />
  );

/** How wide an element is, in whole pixels; 0 where it is not shown. */
function useWidth() {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/**
 * The WHO's curves and the measurements on them: dark band 15 to 85, light band 3 to 97, dashed the middle. Nothing is drawn where it is not shown.
 * @param label says what is drawn to who does not see it; the numbers stand beside it as a table
 * @param named writes the percentiles at the right edge
 */
export default function GrowthChart({
  chart,
  label,
  height,
  named = false,
  bandOnly = false,
}: {
  chart: Chart;
  label: string;
  height: number;
  named?: boolean;
  /** Draws the band from 15 to 85 alone, for a chart at the side. */
  bandOnly?: boolean;
}) {
  const { points, days, values, valueTicks, dayTicks, end } = chart;
  const right = named && end ? curves.map((name) => end[name]) : [];
  const { ref, width } = useWidth();
  return (
    <figure ref={ref} role="img" aria-label={label} className="mt-2 w-full contain-inline-size" style={{ height }}>
      {width > 0 && (
        <ComposedChart
          width={width}
          height={height}
          data={points}
          accessibilityLayer={false}
          margin={{ top: 8, right: named ? 0 : 8, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} syncWithTicks stroke="var(--hw-line)" />
          <XAxis
            dataKey="days"
            type="number"
            domain={days}
            ticks={dayTicks}
            tickFormatter={(at: number) => ageMark(at, days[1])}
            tick={text}
            tickLine={false}
            axisLine={false}
            interval="equidistantPreserveStart"
            height={34}
            tickMargin={14}
          />
          <YAxis domain={values} ticks={valueTicks} tick={text} tickLine={false} axisLine={false} width={34} interval={0} />
          {right.length > 0 && (
            <YAxis
              yAxisId="names"
              orientation="right"
              domain={values}
              ticks={right}
              interval={0}
              tick={drawName}
              tickLine={false}
              axisLine={false}
              width={28}
            />
          )}
          {/* An axis is drawn only where something belongs to it. */}
          {right.length > 0 && <Line {...quiet} yAxisId="names" dataKey="p50" stroke="none" dot={false} />}
          {!bandOnly && <Area {...quiet} dataKey="outer" fill={fir} fillOpacity={0.09} stroke="none" />}
          <Area {...quiet} dataKey="inner" fill={fir} fillOpacity={0.12} stroke="none" />
          <Line {...quiet} dataKey="p50" stroke={fir} strokeOpacity={0.8} strokeWidth={1.3} strokeDasharray="3 4" dot={false} />
          <Line {...quiet} dataKey="value" connectNulls stroke={fir} strokeWidth={2.4} strokeLinejoin="round" dot={drawDot} />
        </ComposedChart>
      )}
    </figure>
  );
}
