/** Every field of a row the person may see, read only: what the table cuts or leaves out stands here whole. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ListDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { TabDrawer } from '../shell/page/tab-modal.tsx'
import { read } from './call.ts'
import { FieldValue } from './field-value.tsx'
import { rowName } from './list-texts.ts'
import { useRecordUrls } from './record-link.tsx'
import { stepsOf } from './row-steps.ts'

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
    </TabDrawer>
  )
}
