/** The imports that one upload began: one alone is shown whole, several fold. */
import { Button, Collapse, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { ImportHead, ImportReport } from './import-report.tsx'
import { isEnded, useImports, type ImportWatch } from './use-import.ts'
import './upload.css'

function Watched({ watch }: { watch: ImportWatch }) {
  if (watch.details !== undefined) return <ImportReport details={watch.details} onChanged={watch.retry} />
  if (watch.error === null) return <Skeleton active title={false} />
  return (
    <div className="zg-import-failed" role="alert">
      <span>{watch.error instanceof ApiError ? watch.error.msg : t('导入详情加载失败')}</span>
      <Button size="small" onClick={watch.retry}>
        {t('重试')}
      </Button>
    </div>
  )
}

/** `onEnded` is told once, when the last has ended. */
export function ImportProgress({ ids, onEnded }: { ids: readonly string[]; onEnded?: () => void }) {
  const ordered = useImports(ids)
  // a file of several statements has become several imports
  const all = [...new Set(ids.flatMap((id, at) => ordered[at]?.details?.parts ?? [id]))]
  const watches = useImports(all)
  const allEnded = watches.length > 0 && watches.every(one => one.details !== undefined && isEnded(one.details.state))
  const hasTold = useRef(false)
  useEffect(() => {
    if (!allEnded || hasTold.current) return
    hasTold.current = true
    onEnded?.()
  }, [allEnded, onEnded])

  const [only] = watches
  if (watches.length === 1 && only !== undefined) {
    return (
      <div className="zg-imports">
        {only.details !== undefined && <ImportHead details={only.details} />}
        <Watched watch={only} />
      </div>
    )
  }
  return (
    <div className="zg-imports">
      <Collapse
        size="small"
        items={watches.map((watch, at) => ({
          key: all[at] ?? String(at),
          label: watch.details === undefined ? t('第 {n} 个文件', { n: at + 1 }) : <ImportHead details={watch.details} />,
          children: <Watched watch={watch} />,
        }))}
      />
    </div>
  )
}
