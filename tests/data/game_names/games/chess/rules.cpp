GameDescription description() {
  return {.name = "chess", .title = "King-Hunt", .look = {.material = "slate"}};
}
