/** Button that opens the filter schemes; the scheme a list opens with comes along. */
import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../page/chunk-load.ts'
import type { Applied } from '../table/scheme-rules.ts'
import { useOpeningScheme } from './use-opening-scheme.ts'

const SchemeDialog = lazy(withReload(() => import('./scheme-dialog.tsx')))

interface SchemeButtonProps {
  readonly definition: ListDefinition
  readonly state: Applied
  /** the address of the page says nothing about the list */
  readonly isBlank: boolean
  readonly onApply: (applied: Applied) => void
}

export function SchemeButton({ definition, state, isBlank, onApply }: SchemeButtonProps) {
  // 'near': the pointer is on the button, the dialog is drawn out of sight, so that it stands at once when the button is pressed
  const [shown, setShown] = useState<'no' | 'near' | 'open'>('no')
  useOpeningScheme(definition, state, isBlank, onApply)
  const near = (): void => setShown(now => (now === 'no' ? 'near' : now))
  return (
    <>
      {/* conditions that no filter of the bar shows must not narrow the list unseen */}
      <Badge count={state.conditions?.length ?? 0} size="small" title={t('正在使用的条件数')}>
        <Button icon={<FilterOutlined aria-hidden />} onPointerEnter={near} onFocus={near} onClick={() => setShown('open')}>
          {t('筛选方案')}
        </Button>
      </Badge>
      {shown !== 'no' && (
        <Suspense fallback={null}>
          <SchemeDialog open={shown === 'open'} definition={definition} state={state} onApply={onApply} onClose={() => setShown('no')} />
        </Suspense>
      )}
    </>
  )
}
