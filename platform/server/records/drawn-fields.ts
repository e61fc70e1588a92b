/** What drawn lines and their documents take over from what they are drawn from, and what the browser is told of it. */
import { lineNo } from '#platform/declare/document.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { DrawDefinition } from '#platform/declare/wire-draws.ts'
import { satisfies } from '../calls/may.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import { callOf } from '../lists/call-of.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { drawings, type Drawing } from '../lists/drawings.ts'
import { editableFields } from '../lists/editable-fields.ts'

/** Names that both sides have, of the same kind: what a drawn line, or its document, takes over. */
export const sharedNames = (ours: Resource, theirs: Resource, but: readonly string[]): readonly string[] =>
  editableFields(ours).flatMap(([name, field]) => {
    const other = ownValue(theirs.fields, name)
    const isSame =
      other !== undefined && other.kind === field.kind && other.to === field.to && !['files', 'links', 'items'].includes(other.kind)
    return isSame && !but.includes(name) ? [name] : []
  })

export const lineNames = ({ caller }: Context, { lines, source, draw }: Drawing): readonly string[] =>
  sharedNames(visibleResource(caller, lines), source, [lineNo, lines.linesOf?.field ?? '', draw.by, draw.measure])

/** What must be the same and stands in the document that draws; a line that takes it from its document does not say it itself. */
export const sameOfDocument = ({ draw, header, lines }: Pick<Drawing, 'draw' | 'header' | 'lines'>): readonly string[] =>
  (draw.same ?? []).filter(name => {
    const ofLine = ownValue(lines.fields, name)
    const isTaken = ofLine?.options.atCreation === `${lines.linesOf?.field}.${name}`
    return (ofLine === undefined || isTaken) && Object.hasOwn(header.fields, name)
  })

/** What lines of this table can be drawn from, for whoever may. */
export function drawDefinitions(context: Context, lines: Resource): readonly DrawDefinition[] {
  const { registry } = context.house
  const at = context.language === 'en' ? 1 : 0
  const route = registry.routes.find(one => one.draws === lines.table && satisfies(context.caller, one.demand))
  if (route === undefined) return []
  return drawings(registry).flatMap((drawing): DrawDefinition[] => {
    const { draw, source, sourceHeader } = drawing
    if (drawing.lines.table !== lines.table || source.type === undefined || !mayView(context, source)) return []
    const title = sourceHeader.title[at]
    return [
      {
        title: at === 1 ? `From ${title.toLowerCase()}` : `从${title}取`,
        from: source.type,
        call: callOf(route),
        by: draw.by,
        measure: draw.measure,
        shared: lineNames(context, drawing),
        label: labelOf(source),
        same: sameOfDocument(drawing),
      },
    ]
  })
}
