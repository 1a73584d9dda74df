/** In the place of something whose height is not known yet: what follows it is not seen until then, so that nothing moves. */
export const Settling = () => <span className="settling" aria-busy hidden />
