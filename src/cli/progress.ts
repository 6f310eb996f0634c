// A progress bar for long operations on a terminal; without a terminal only the last line is printed.
export interface ProgressBar {
  show(done: number, total: number): void;
  end(message: string): void;
}

const WIDTH = 30;

export function progressBar(label: string): ProgressBar {
  const out = process.stderr;
  let shown = 0;
  return {
    show(done, total) {
      const now = Date.now();
      if (!out.isTTY || now - shown < 100) return;
      shown = now;
      const share = total > 0 ? done / total : 0;
      const filled = Math.round(share * WIDTH);
      out.write(`\r${label} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`);
    },
    end(message) {
      if (out.isTTY) out.write(`\r\x1b[K`);
      process.stdout.write(`${message}\n`);
    },
  };
}

/** A bar for an operation of several named steps. */
export function stepBar(): { show(step: string, done: number, total: number): void; end(message: string): void } {
  let label = '';
  let bar = progressBar('');
  return {
    show(step, done, total) {
      if (step !== label) bar = progressBar(step.padEnd(6));
      label = step;
      bar.show(done, total);
    },
    end: (message) => bar.end(message),
  };
}

export function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
