/** What the page of bench/grid-page offers. */
export interface GridBench {
  /** `mountMs`: until React is done; `paintMs`: until the next frame */
  mount(rows: number, columns: number): Promise<{ readonly mountMs: number; readonly paintMs: number; readonly cells: number }>
  /** the same rows as a table of plain HTML, all 40,000 cells there from the start: scrolling without a program */
  plain(rows: number, columns: number): Promise<void>
  /** ms of each frame */
  scroll(steps: number): Promise<number[]>
}
