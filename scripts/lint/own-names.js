/**
 * Names that come from outside may be `constructor` or `__proto__`, which every object answers to. So a dictionary is asked by
 * `ownValue(dictionary, name)` or is a Map, and `name in dictionary` is written `Object.hasOwn(dictionary, name)`. Names that stand in the
 * source are fine.
 */
const dictionaries = new Set(['fields', 'measures', 'dimensions', 'sums', 'keys', 'properties'])

const isPlain = node =>
  node.type === 'Literal' ||
  (node.type === 'MemberExpression' && node.object.name === 'Symbol') ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0)
const isWritten = node =>
  (node.parent.type === 'AssignmentExpression' && node.parent.left === node) ||
  (node.parent.type === 'UnaryExpression' && node.parent.operator === 'delete')

/** `Record<string, …>`, however often it is wrapped. */
function isRecord(type) {
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
  const [first] = type.typeArguments?.params ?? []
  if (type.typeName.name === 'Record') return first?.type === 'TSStringKeyword'
  return ['Readonly', 'Partial'].includes(type.typeName.name) && isRecord(first)
}

const ownNames = {
  meta: { type: 'problem', docs: { description: 'dictionaries are asked for own names alone' } },
  create(context) {
    /** dictionaries that stand in this file */
    const written = new Set()
    const looked = []
    return {
      VariableDeclarator(node) {
        const isDictionary = node.init?.type === 'ObjectExpression' && isRecord(node.id.typeAnnotation?.typeAnnotation)
        if (isDictionary && node.init.properties.length > 0) written.add(node.id.name)
      },
      BinaryExpression(node) {
        if (node.operator === 'in' && node.left.type !== 'PrivateIdentifier' && !isPlain(node.left))
          context.report({ node, message: 'Object.hasOwn(dictionary, name): `in` finds inherited names' })
      },
      MemberExpression(node) {
        if (node.computed && !isPlain(node.property) && !isWritten(node)) looked.push(node)
      },
      'Program:exit'() {
        for (const node of looked) {
          const { object } = node
          const isDictionary =
            object.type === 'Identifier'
              ? written.has(object.name)
              : object.type === 'MemberExpression' && !object.computed && dictionaries.has(object.property.name)
          if (isDictionary) context.report({ node, message: 'ownValue(dictionary, name): an object answers to inherited names' })
        }
      },
    }
  },
}

export default { meta: { name: 'house' }, rules: { 'own-names': ownNames } }
