/** One chart. It lives as long as its page shows: a hidden tab takes it away, coming back draws it anew. */
import type { EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import './chart.css'

const load = withReload(() => import('./echarts.ts'))

interface ChartProps {
  /** says what the chart shows, for who can't see it */
  readonly label: string
  readonly option: EChartsCoreOption
  /** a mark was clicked: the series by its id, and which of its values */
  readonly onPick?: (series: string, at: number) => void
}

type Instance = ReturnType<Awaited<ReturnType<typeof load>>['init']>

export function Chart({ label, option, onPick }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const instance = useRef<Instance | null>(null)
  const latest = useRef(option)
  const [failed, setFailed] = useState(false)
  const picked = useRef(onPick)
  useEffect(() => {
    picked.current = onPick
  }, [onPick])

  useEffect(() => {
    latest.current = option
    instance.current?.setOption(option, { notMerge: true })
  }, [option])

  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isGone = false
    const resize = new ResizeObserver(() => instance.current?.resize())
    load().then(
      ({ init }) => {
        if (isGone) return
        instance.current = init(element)
        instance.current.setOption(latest.current)
        instance.current.on('click', one => {
          // it would lie over what the click opens
          instance.current?.dispatchAction({ type: 'hideTip' })
          picked.current?.(one.seriesId ?? '', one.dataIndex)
        })
        resize.observe(element)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      resize.disconnect()
      instance.current?.dispose()
      instance.current = null
    }
  }, [])

  return (
    <div className={onPick === undefined ? 'zg-chart' : 'zg-chart zg-chart-open'} role="img" aria-label={label}>
      <div ref={place} className="zg-chart-place" />
      {failed && <p className="zg-chart-notice">{t('图表加载失败，请刷新页面')}</p>}
    </div>
  )
}
