/** Measured figures: how they are reckoned, printed and written down. Ratios within one run hold on any machine, absolute times do not. */
import { cpus, totalmem } from 'node:os'

export interface Figure {
  readonly part: string
  readonly what: string
  /** with its unit */
  readonly value: string
  /** what it is held against, with its unit */
  readonly against?: string
  readonly ratio?: string
  readonly aim?: string
  readonly met?: boolean
}

/** The value that `share` (0 to 1) of the sample does not exceed. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN
}
export const median = (sample: readonly number[]): number => quantile(sample, 0.5)

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`
export const seconds = (msValue: number): string => `${(msValue / 1000).toFixed(1)} s`
export const perSecond = (count: number, msValue: number, unit: string): string =>
  `${Math.round((count * 1000) / msValue).toLocaleString('en')} ${unit}/s`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
export const percent = (share: number): string => `${Math.round(share * 100)} %`
export const times = (ratio: number): string => `${ratio.toFixed(2)} x`

/** Milliseconds that some work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const verdict = (f: Figure): string => (f.aim === undefined ? '' : f.met === true ? 'yes' : 'no')
const heads = ['Part', 'Figure', 'Measured', 'Against', 'Ratio', 'Aim', 'Met'] as const

/** The figures as a Markdown table, which reads as well on a terminal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(f => [f.part, f.what, f.value, f.against ?? '', f.ratio ?? '', f.aim ?? '', verdict(f)])
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map(row => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]): string => `| ${cells.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(heads), `|${widths.map(w => '-'.repeat(w + 2)).join('|')}|`, ...rows.map(line)].join('\n')
}

export const machine = (): string =>
  `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory, ${process.platform} ${process.arch}, Node ${process.versions.node}`
