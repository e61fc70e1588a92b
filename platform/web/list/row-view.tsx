/** Every field of a row the person may see, read only: what the table cuts or leaves out stands here whole. */
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tabs } from 'antd'
import { Suspense, lazy, type ReactNode } from 'react'
import type { ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../shell/page/chunk-load.ts'
import { TabDrawer } from '../shell/page/tab-modal.tsx'
import { ThreadTitle } from '../thread/thread-tab.tsx'
import { read } from './call.ts'
import { FieldValue } from './field-value.tsx'
import { rowName } from './list-texts.ts'
import { useRecordUrls } from './record-link.tsx'
import { stepsOf } from './row-steps.ts'

const RecordThread = lazy(withReload(() => import('../thread/record-thread.tsx')))

const drawerWidth = 560

interface RowViewProps {
  readonly definition: ListDefinition
  readonly row: Row
  readonly onStep: (step: StepDefinition, row: Row) => void
  readonly onClose: () => void
}

export default function RowView({ definition, row, onStep, onClose }: RowViewProps) {
  const { type, calls, result } = definition
  const urlOf = useRecordUrls()
  // a list row may lack what is long: shown at once, completed when the whole record has come
  const whole = useQuery({
    queryKey: ['record', type, row.id, row.version],
    queryFn: ({ signal }) => (calls.one === undefined ? row : read<Row>(calls.one, { id: row.id }, { signal })),
    enabled: calls.one !== undefined,
    throwOnError: false,
  })
  const shown = { ...row, ...whole.data }
  const steps = stepsOf(definition, shown)
  return (
    <TabDrawer
      open
      size={drawerWidth}
      mask={false}
      title={t('{title}：{name}', { title: definition.title, name: rowName(result, row) })}
      onClose={onClose}
      {...(steps.length === 0
        ? {}
        : {
            footer: (
              <div className="zg-row-steps">
                {steps.map(one => (
                  <Button
                    key={one.name}
                    type={one.tone === 'primary' ? 'primary' : 'default'}
                    danger={one.tone === 'danger'}
                    onClick={() => onStep(one, shown)}
                  >
                    {one.title}
                  </Button>
                ))}
              </div>
            ),
          })}
    >
      <WithThread definition={definition} id={row.id}>
        <dl className="zg-row-view" aria-busy={whole.isFetching}>
          {result.map(field => (
            <div key={field.field} className={field.kind === 'longText' ? 'zg-row-view-wide' : undefined}>
              <dt>{field.title}</dt>
              <dd>
                <FieldValue field={field} row={shown} reveal={calls.reveal} urlOf={urlOf} />
              </dd>
            </div>
          ))}
        </dl>
      </WithThread>
    </TabDrawer>
  )
}

/** The conversation beside the fields, where these records have one. */
function WithThread({ definition: { type, thread }, id, children }: { definition: ListDefinition; id: string; children: ReactNode }) {
  if (thread === undefined) return children
  const conversation = (
    <div className="zg-row-tab">
      <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>
        <RecordThread resource={type} id={id} />
      </Suspense>
    </div>
  )
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'fields', label: t('资料'), children: <div className="zg-row-tab">{children}</div> },
        { key: 'thread', label: <ThreadTitle thread={thread} type={type} id={id} />, children: conversation },
      ]}
    />
  )
}
