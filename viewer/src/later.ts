// Work deferred until the page is visible.

/** Runs once the next picture is on the screen. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}

/** A browser that is never idle, because an animation takes all it has, still gets to it [ms]. */
const PATIENCE = 120;

const whenIdle = (work: (left: () => number) => void): void => {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in globalThis)) setTimeout(() => work(() => 0), 30);
  else requestIdleCallback((deadline) => work(() => deadline.timeRemaining()), { timeout: PATIENCE });
};

/**
 * Drawings that are made when their place comes near the view, else one by one when the browser is idle, and all of them
 * before the page is printed.
 */
export class Later {
  private readonly waiting = new Map<Element, () => void>();
  private readonly watch = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => this.run(entry.target)),
    { rootMargin: "40%" },
  );

  constructor() {
    addEventListener("beforeprint", () => this.flush());
  }

  add(place: Element, work: () => void): void {
    this.waiting.set(place, work);
    this.watch.observe(place);
  }

  /** Does deferred work while idle; calls `done` when nothing is left. */
  whenIdle(done: () => void): void {
    whenIdle((left) => {
      do {
        const next = this.waiting.keys().next().value;
        if (next === undefined) return done();
        this.run(next);
      } while (left() > 4);
      this.whenIdle(done);
    });
  }

  flush(): void {
    for (const place of [...this.waiting.keys()]) this.run(place);
  }

  private run(place: Element): void {
    const work = this.waiting.get(place);
    this.waiting.delete(place);
    this.watch.unobserve(place);
    work?.();
  }
}
