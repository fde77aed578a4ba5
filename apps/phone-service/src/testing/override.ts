/** Returns an object with some methods replaced. A proxy, because private fields need the original `this`. */
export function override<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      if (name in methods) return Reflect.get(methods, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
