/** The width of a column, drawn by a slider or typed. */
import { Input } from 'antd'
import { useState } from 'react'
import { t } from '../i18n/t.ts'

/** pixels, as the server keeps them */
const widthMin = 40
const widthMax = 800
const stepPx = 10

interface WidthControlProps {
  readonly title: string
  readonly width: number
  readonly onWidth: (width: number) => void
}

export function WidthControl({ title, width, onWidth }: WidthControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // taken over when it is left, so that half-typed numbers are not bounded
  const take = (): void => {
    const next = Number(typed)
    if (typed !== null && Number.isFinite(next) && next > 0) onWidth(Math.min(widthMax, Math.max(widthMin, Math.round(next))))
    setTyped(null)
  }
  return (
    <span className="zg-scheme-width">
      <input
        type="range"
        aria-label={t('拖动调整 {title} 宽度', { title })}
        min={widthMin}
        max={widthMax}
        step={stepPx}
        value={width}
        onChange={event => onWidth(Number(event.target.value))}
      />
      <Input
        className="zg-scheme-number"
        aria-label={t('{title} 宽度', { title })}
        inputMode="numeric"
        value={typed ?? String(width)}
        onChange={event => setTyped(event.target.value)}
        onBlur={take}
        onPressEnter={take}
      />
    </span>
  )
}
