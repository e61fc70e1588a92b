/** What the check found; a click goes to the place. */
import { Alert, Button, Spin } from 'antd'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import type { FlowFault } from '#platform/declare/wire-approval.ts'
import { t } from '#platform/web/i18n/t.ts'
import { nothing, onlyEdge, onlyNode, type Selection } from './selection.tsx'

interface FaultListProps {
  readonly flow: FlowDefinition
  readonly faults: readonly FlowFault[] | null
  /** why nothing could be checked */
  readonly refused: string | null
  readonly onRetry: () => void
  readonly onJump: (selection: Selection, node: string | null) => void
}

export function FaultList({ flow, faults, refused, onRetry, onJump }: FaultListProps) {
  if (refused !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={refused}
        action={
          <Button size="small" onClick={onRetry}>
            {t('重试')}
          </Button>
        }
      />
    )
  if (faults === null) return <Spin />
  if (faults.length === 0) return <Alert type="success" showIcon title={t('没有发现问题，可以发布')} />
  const jump = ({ node, edge }: FlowFault): void => {
    if (node !== undefined) onJump(onlyNode(node), node)
    else if (edge !== undefined) onJump(onlyEdge(edge), flow.edges[edge]?.from ?? null)
    else onJump(nothing, null)
  }
  return (
    <ul className="zg-faults">
      {faults.map((one, i) => (
        // two places may have the same fault
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${i} ${one.message}`}>
          <Alert
            type={one.level}
            showIcon
            title={
              <button type="button" className="zg-faults-jump" onClick={() => jump(one)}>
                {one.message}
              </button>
            }
          />
        </li>
      ))}
    </ul>
  )
}
