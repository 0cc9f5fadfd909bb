"""Tables without hardware: chips down to their registers under the real drivers, and what a person does to them."""
