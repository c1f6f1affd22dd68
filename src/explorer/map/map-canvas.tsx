import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { roleOf } from '../components/role.ts';
import { say } from '../sentences.ts';
import { type EmployerCircle, type PersonCircle, side } from './layout.ts';

/** What part of the map is seen: a point of it at `x`, `y` of the canvas, in so many of its units. */
interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const zoom = { least: 0.5, most: 60, step: 1.5 };
const panStep = 60;
const tints = 6;

/** Employers smaller than this have no label, in pixels. */
const labelled = 26;
const mostLabels = 60;

interface MapCanvasProps {
  readonly employers: readonly EmployerCircle[];
  readonly label: string;
}

/**
 * The network drawn on a canvas, to be zoomed and moved by wheel, pointer, buttons and keys. It has no accessibility tree: the
 * table beside it says the same. A frame draws each colour as one path, so that 5,000 circles take a few milliseconds.
 */
export const MapCanvas = ({ employers, label }: MapCanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  const frame = useRef(0);
  const [over, setOver] = useState<{ readonly circle: PersonCircle; readonly x: number; readonly y: number }>();
  const { route } = useLocation();

  const draw = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      if (canvas.current) paint(canvas.current, employers, view.current);
    });
  };
  const fit = () => {
    const { clientWidth: width = side, clientHeight: height = side } = canvas.current ?? {};
    const scale = Math.min(width, height) / side;
    view.current = { x: (width - side * scale) / 2, y: (height - side * scale) / 2, scale };
    draw();
  };
  const zoomBy = (factor: number, at?: { readonly x: number; readonly y: number }) => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = canvas.current ?? {};
    const { x, y, scale } = view.current;
    const { x: left, y: top } = at ?? { x: width / 2, y: height / 2 };
    const next = Math.min(zoom.most, Math.max(zoom.least * 0.5, scale * factor));
    const ratio = next / scale;
    view.current = { x: left - (left - x) * ratio, y: top - (top - y) * ratio, scale: next };
    setOver(undefined);
    draw();
  };
  const moveBy = (dx: number, dy: number) => {
    const { x, y, scale } = view.current;
    view.current = { x: x + dx, y: y + dy, scale };
    setOver(undefined);
    draw();
  };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    fit();
    const resized = new ResizeObserver(fit);
    resized.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    // A listener that may prevent scrolling has to say so.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), { x: event.offsetX, y: event.offsetY });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame.current);
      resized.disconnect();
      dark.removeEventListener('change', draw);
      element.removeEventListener('wheel', onWheel);
    };
  }, [employers]);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => moveBy(panStep, 0),
    ArrowRight: () => moveBy(-panStep, 0),
    ArrowUp: () => moveBy(0, panStep),
    ArrowDown: () => moveBy(0, -panStep),
    '+': () => zoomBy(zoom.step),
    '=': () => zoomBy(zoom.step),
    '-': () => zoomBy(1 / zoom.step),
    '0': fit,
  };
  const dragging = useRef(false);
  return (
    <div class="map-frame">
      <canvas
        ref={canvas}
        class="map-canvas"
        role="img"
        aria-label={label}
        aria-describedby="map-keys"
        tabIndex={0}
        onKeyDown={(event) => {
          const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
        onPointerDown={(event) => {
          dragging.current = false;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) {
            dragging.current ||= Math.abs(event.movementX) + Math.abs(event.movementY) > 2;
            if (dragging.current) moveBy(event.movementX, event.movementY);
            return;
          }
          const circle = personAt(employers, view.current, event.offsetX, event.offsetY);
          setOver(circle && { circle, x: event.offsetX, y: event.offsetY });
        }}
        onPointerLeave={() => setOver(undefined)}
        onClick={(event) => {
          const circle = dragging.current ? undefined : personAt(employers, view.current, event.offsetX, event.offsetY);
          if (circle) route(`/people/${encodeURIComponent(circle.person.id)}`);
        }}
      />
      <div class="map-tools">
        <button type="button" class="button" aria-label={say.map.zoomIn} onClick={() => zoomBy(zoom.step)}>
          +
        </button>
        <button type="button" class="button" aria-label={say.map.zoomOut} onClick={() => zoomBy(1 / zoom.step)}>
          −
        </button>
        <button type="button" class="button" onClick={fit}>
          {say.map.fit}
        </button>
      </div>
      {over && (
        <p class="map-tip" style={{ left: `${over.x}px`, top: `${over.y}px` }}>
          <strong dir="auto">{over.circle.person.name}</strong>
          <span dir="auto">{roleOf(over.circle.person.title, over.circle.person.employer)}</span>
        </p>
      )}
    </div>
  );
};

/** The person whose circle is at a point of the canvas. */
function personAt(
  employers: readonly EmployerCircle[],
  { x, y, scale }: View,
  left: number,
  top: number,
): PersonCircle | undefined {
  const [px, py] = [(left - x) / scale, (top - y) / scale];
  const holds = (circle: { readonly x: number; readonly y: number; readonly r: number }): boolean =>
    (circle.x - px) ** 2 + (circle.y - py) ** 2 <= circle.r ** 2;
  return employers.find(holds)?.people.find(holds);
}

function paint(canvas: HTMLCanvasElement, employers: readonly EmployerCircle[], { x, y, scale }: View): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pixels = Math.min(devicePixelRatio, 2);
  if (canvas.width !== Math.round(width * pixels) || canvas.height !== Math.round(height * pixels)) {
    canvas.width = Math.round(width * pixels);
    canvas.height = Math.round(height * pixels);
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name);
  context.setTransform(pixels, 0, 0, pixels, 0, 0);
  context.clearRect(0, 0, width, height);

  const seen = employers
    .map((employer, index) => ({
      employer,
      index,
      r: employer.r * scale,
      left: employer.x * scale + x,
      top: employer.y * scale + y,
    }))
    .filter(({ r, left, top }) => left + r > 0 && left - r < width && top + r > 0 && top - r < height);
  for (let tint = 0; tint < tints; tint += 1) {
    context.beginPath();
    for (const { index, r, left, top } of seen) if (index % tints === tint) circle(context, left, top, r);
    context.fillStyle = colour(`--map-tint-${tint}`);
    context.fill();
  }
  context.beginPath();
  for (const { employer } of seen)
    for (const person of employer.people)
      circle(context, person.x * scale + x, person.y * scale + y, Math.max(0.6, person.r * scale - 0.5));
  context.fillStyle = colour('--map-person');
  context.fill();

  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeStyle = colour('--map-halo');
  context.fillStyle = colour('--map-label');
  const labels = seen.filter(({ r }) => r > labelled).slice(0, mostLabels);
  for (const { employer, r, left, top } of labels) {
    context.font = `600 ${Math.min(18, Math.max(11, r / 5))}px system-ui, sans-serif`;
    const text = clipped(employer.employer || say.map.noEmployer, r);
    context.strokeText(text, left, top);
    context.fillText(text, left, top);
  }
}

const circle = (context: CanvasRenderingContext2D, x: number, y: number, r: number): void => {
  context.moveTo(x + r, y);
  context.arc(x, y, r, 0, 2 * Math.PI);
};

/** As much of a name as fits a circle, roughly. */
const clipped = (name: string, r: number): string => {
  const most = Math.max(4, Math.floor((2 * r) / 6.5));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
};
