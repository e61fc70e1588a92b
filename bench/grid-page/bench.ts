/** What the page of bench/grid-page offers. */
export interface GridBench {
  /** `mountMs`: until React is done; `paintMs`: until the next frame */
  mount(rows: number, columns: number): Promise<{ readonly mountMs: number; readonly paintMs: number; readonly cells: number }>
  /** ms of each frame */
  scroll(steps: number): Promise<number[]>
}
