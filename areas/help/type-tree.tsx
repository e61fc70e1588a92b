/** A tree of types to choose from, with how much stands in each. On a phone it is folded. */
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import type { TypeNode } from './answers.ts'

interface Props {
  readonly label: string
  readonly types: readonly TypeNode[]
  readonly chosen: string | null
  onChoose(id: string): void
}

export function TypeTree(props: Props) {
  const isMobile = useIsMobile()
  if (props.types.length === 0) return null
  return (
    <nav aria-label={props.label} className="zg-help-tree">
      {isMobile ? (
        <details>
          <summary>{props.label}</summary>
          <Branch types={props.types} chosen={props.chosen} onChoose={props.onChoose} />
        </details>
      ) : (
        <Branch types={props.types} chosen={props.chosen} onChoose={props.onChoose} />
      )}
    </nav>
  )
}

function Branch({ types, chosen, onChoose }: Omit<Props, 'label'>) {
  return (
    <ul>
      {types.map(({ id, name, count, children }) => (
        <li key={id}>
          <button type="button" aria-current={chosen === id || undefined} onClick={() => onChoose(id)}>
            <span>{name}</span>
            <span className="zg-help-count">{count}</span>
          </button>
          {children.length > 0 && <Branch types={children} chosen={chosen} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  )
}
